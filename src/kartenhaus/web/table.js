// A table: draws what comes over its line, and sends what the viewer chooses. Its parts are in table/.
import { render } from "./lib/lit-html/lit-html.js";
import { Refusal, load } from "./api.js";
import { prepare } from "./cards.js";
import { dragging } from "./drag.js";
import { forgetSeat, keepHere, kept, keptHere, seats } from "./keep.js";
import { helping } from "./help.js";
import { keepingFocus, keyboard } from "./keys.js";
import { Line, renew } from "./line.js";
import { NOW, copy, nonce } from "./lobby.js";
import { asSure } from "./moves.js";
import { printing } from "./printing.js";
import { drawingOf } from "./scene.js";
import { play } from "./sound.js";
import { Staging } from "./staging.js";
import { show as showFace } from "./reactions.js";
import { fit } from "./table/bar.js";
import { Choosing, asksAnew } from "./table/choosing.js";
import { Device } from "./table/device.js";
import { Ending } from "./table/ending.js";
import { Heard } from "./table/heard.js";
import { takeSeat } from "./table/joining.js";
import { Luck } from "./table/moments.js";
import { noTable, page } from "./table/page.js";
import { isScreen, prepareScreen } from "./table/screen.js";
import { Several } from "./table/several.js";
import { announce, tick } from "./table/turn.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */

export class Table {
  /** @param {HTMLElement} root @param {string} code @param {string} link the invitation
   * @param {import("./api.js").TableAbout | null} outside the table as everybody may know it */
  constructor(root, code, link, outside) {
    this.root = root;
    this.code = code;
    this.link = link;
    this.outside = outside;
    this.token = ""; // for the seat that we ask for
    this.screen = isScreen(); // whether this is the screen in the middle
    if (this.screen) prepareScreen(root);
    this.whole = keptHere("whole", "") === code; // whether a player wants to see the table although a screen shows it
    const people = isAside() ? [] : (seats()[code]?.people ?? []);
    this.device = people.length ? new Device(this, people) : null; // several people play here
    this.heard = new Heard();
    this.choosing = new Choosing(!this.device);
    this.several = new Several();
    this.staging = new Staging(
      () => this.draw(),
      () => {
        this.ending.wait(0);
        this.luck.resume();
      },
    );
    this.luck = new Luck(
      root,
      () => this.draw(),
      (state) => this.take(state),
      this.staging,
    );
    this.ending = new Ending(() => this.draw());
    this.open = ""; // panel, settings, menu, keys or confirm
    /** @type {{ question: string, action: () => void } | null} */
    this.asking = null; // what has to be confirmed
    /** @type {import("./table/arranging.js").Arranging | null} */
    this.arranging = null; // what the host chooses anew
    this.copied = false;
    this.watching = false; // a visitor has closed the invitation
    this.unread = 0;
    /** @type {{ message: string, rule: string } | null} */
    this.notice = null;
    this.broken = false; // whether an error has paused the table
    this.line = this.connect();
    keyboard(this);
    helping(root, () => this.heard.about);
    addEventListener("resize", () => {
      fit(root);
      if (this.open !== "panel") root.querySelector(".story")?.scrollTo(0, 1e6); // a wider page shows the log
    });
    dragging(root, (...steps) => this.choose(...steps));
    setInterval(() => tick(root, this.heard), 500);
  }

  connect() {
    const seat = isAside() ? undefined : seats()[this.code];
    const learn = (/** @type {Partial<Heard>} */ change) => {
      Object.assign(this.heard, change);
      this.draw();
    };
    const who = this.device?.tokens() ?? { token: seat?.token ?? "", screen: this.screen };
    const hello = { ...who, name: kept("name", "") };
    return new Line(this.code, hello, {
      frame: (frame) => this.hear(frame),
      online: (online) => learn({ online }),
      gone: () => {
        if (seat) forgetSeat(this.code);
        learn({ gone: true });
      },
      strange: () => learn({ strange: !renew() }),
    });
  }

  /** Begin anew with another line, and drop everything that came over the last one: another person looks at the page. */
  begin() {
    this.line.end();
    this.luck.drop();
    this.staging.drop();
    this.choosing.forget();
    this.several.forget();
    this.heard = new Heard();
    this.ending = new Ending(() => this.draw());
    Object.assign(this, { open: "", asking: null, notice: null, unread: 0 });
    this.line = this.connect();
    this.draw();
  }

  /** @param {any} frame */
  hear(frame) {
    if (frame.type === "welcome") {
      this.heard.about = frame;
      this.line.ask({ do: "story" }); // also what happened while the line was broken
      prepare(frame);
      document.body.dataset.game = frame.game;
    } else if (frame.type === "state") this.luck.await(frame, !this.heard.state);
    else if (frame.type === "story") {
      this.heard.tell(frame.entries);
      this.draw();
    } else if (frame.type === "why") this.note(frame.message, frame.rule);
    else if (frame.type === "refused" || frame.type === "error") {
      this.broken ||= frame.code === "broken";
      this.heard.unwatched ||= frame.code === "unwatched";
      this.complain(frame.message, frame.rule ?? "");
    } else if (frame.type === "reaction") showFace(frame, this.heard.state?.you ?? -1);
    else if (frame.type === "printing") printing(frame.message);
  }

  /** @param {string} message @param {string} rule */
  complain(message, rule) {
    this.choosing.clear();
    this.several.forget();
    this.note(message, rule);
  }

  /** @param {string} message @param {string} rule */
  note(message, rule) {
    play("no");
    this.notice = { message, rule };
    this.draw();
  }

  /** After an error somebody has resumed the table. */
  mended() {
    this.broken = false;
    this.notice = null;
    this.draw();
  }

  /** Take a new state and draw it at once; cards fly, and nothing waits for them. @param {State} state */
  take(state) {
    const { sure } = drawingOf(state.game);
    if (sure) state = { ...state, legal: asSure(state.legal, (move) => sure(state, move)) };
    this.staging.finish();
    const last = this.heard.state;
    if (this.broken) this.mended();
    if (!this.heard.take(state)) return;
    if (state.phase !== "waiting") printing("");
    if (!last) this.choosing.recall(state);
    else if (asksAnew(last, state)) {
      this.choosing.forget();
      this.several.marks = [];
      this.notice = null;
    }
    const next = this.several.next(state);
    if (next) this.heard.moved();
    if (!last && location.hash === NOW) {
      history.replaceState(null, "", location.pathname);
      if (this.device) this.device.ready();
      else this.say({ do: "ready", nonce: nonce() });
    }
    const written = state.entries.filter((entry) => entry.kind === "wrote" && (entry.seat ?? -1) !== state.you);
    if (this.open !== "panel") this.unread += written.length;
    const { flies, lasts } = this.stage(state, last);
    if (flies) play(drawingOf(state.game).sound ?? "card");
    if (next) setTimeout(() => this.make(next, state.answers), lasts);
    announce(this.heard.about?.title ?? "", state, last);
  }

  /** Draw a new state, and show what happened; return whether a card flies, and for how long.
   * @param {State} state @param {State | null} last */
  stage(state, last) {
    const { about } = this.heard;
    this.ending.follow(state, last);
    if (!about || !last) {
      this.draw();
      this.device?.follow(state, 0);
      return { flies: false, lasts: 0 };
    }
    const shown = this.staging.show(about, state.entries, last.view, state.view);
    if (!this.staging.moment) this.ending.wait(shown.lasts);
    this.device?.follow(state, shown.lasts);
    return shown;
  }

  /** Handle a choice on the table: a tap, or a card dropped on something. @param {Step[]} taps */
  choose(...taps) {
    const { state } = this.heard;
    if (!state) return;
    this.notice = null;
    if (this.marking && taps[0].kind === "card" && state.legal.length) {
      this.several.mark(taps[0]);
      return this.staging.moment ? this.staging.finish() : this.draw();
    }
    const { move, tried } = this.choosing.add(state, taps);
    if (move) this.make(move, state.answers);
    else if (this.choosing.steps.length && this.staging.moment) this.staging.finish();
    else this.draw();
    if (tried && state.phase === "playing") this.line.ask({ do: "why", steps: tried });
  }

  /** Whether cards are marked, to be chosen together. */
  get marking() {
    const { state } = this.heard;
    return Boolean(state?.view && drawingOf(state.game).several?.(state.view) && state.to_act === state.you);
  }

  /** Make the moves for all marked cards. */
  makeAll() {
    const { state } = this.heard;
    if (state) this.make(this.several.begin(state), state.answers);
  }

  /** @param {string} move @param {number} answers the number of the entry that it answers */
  make(move, answers) {
    this.choosing.clear();
    this.staging.finish();
    this.line.say({ do: "move", move, answers });
    this.heard.moved();
    this.draw();
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    this.open = this.open === "panel" ? "panel" : "";
    this.line.say(message);
    this.draw();
  }

  /** Make a face; on a narrow screen the panel closes, so that it is seen. @param {string} face */
  react(face) {
    this.line.ask({ do: "react", face });
    if (this.open === "panel" && matchMedia("(max-width: 899px)").matches) this.show("panel");
  }

  /** @param {string} what */
  show(what) {
    this.open = this.open === what ? "" : what;
    if (what === "panel") this.unread = 0;
    this.draw();
    if (this.open === "panel") this.root.querySelector(".story")?.scrollTo(0, 1e6);
  }

  cancel() {
    this.choosing.clear();
    this.several.forget();
    this.open = "";
    this.notice = null;
    this.draw();
  }

  /** Close the invitation to a game that is being played, or show it again. @param {boolean} watching */
  watch(watching) {
    this.watching = watching;
    this.draw();
  }

  /** Show the table at a page that is a hand, or only the hand. @param {boolean} whole */
  showWhole(whole) {
    this.whole = whole;
    keepHere("whole", whole ? this.code : "");
    this.open = "";
    this.draw();
  }

  /** @param {string} question @param {() => void} action */
  confirm(question, action) {
    this.asking = { question, action };
    this.open = "confirm";
    this.draw();
  }

  share() {
    const { link } = this;
    if (navigator.share) void navigator.share({ title: "Kartenhaus", url: link }).catch(() => {});
    else
      void copy(link).then(() => {
        this.copied = true;
        this.draw();
      });
  }

  leave() {
    this.line.say({ do: "leave" });
    forgetSeat(this.code);
    setTimeout(() => location.assign("/"), 300);
  }

  /** @param {string} name */
  async sit(name) {
    this.token ||= nonce();
    try {
      await takeSeat(this.code, this.heard.state?.game ?? this.outside?.game ?? "", name, this.token);
    } catch (error) {
      this.complain(error instanceof Refusal ? error.message : String(error), "");
    }
  }

  draw() {
    const told = this.root.querySelector(".story");
    const atEnd = !told || told.scrollTop + told.clientHeight > told.scrollHeight - 40;
    keepingFocus(this.root, () => render(page(this), this.root));
    if (atEnd) this.root.querySelector(".story")?.scrollTo(0, 1e6);
    fit(this.root);
  }
}

/** Whether the page only watches, although this browser may have a seat. */
const isAside = () => isScreen() || new URLSearchParams(location.search).has("watch");

/** @param {HTMLElement} root @param {string} code */
export async function tablePage(root, code) {
  let link = location.href;
  /** @type {import("./api.js").TableAbout | null} */
  let outside = null;
  try {
    const about = await load(`/api/tables/${code}`);
    outside = about;
    document.body.dataset.game = about.game;
    link = about.link;
  } catch (error) {
    if (error instanceof Refusal && error.code === "no-table") {
      render(noTable(error.message), root);
      return;
    }
  }
  return new Table(root, code, link, outside);
}
