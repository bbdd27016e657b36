// A table: draws what comes over its line, and sends what the viewer chooses. Its parts are in table/.
import { render } from "./lib/lit-html/lit-html.js";
import { Refusal, load } from "./api.js";
import { prepare } from "./cards.js";
import { dragging } from "./drag.js";
import { forgetSeat, kept, seats } from "./keep.js";
import { helping } from "./help.js";
import { keyboard } from "./keys.js";
import { Line, renew } from "./line.js";
import { NOW, nonce } from "./lobby.js";
import { asSure } from "./moves.js";
import { toEnd } from "./panel.js";
import { printing } from "./printing.js";
import { drawingOf } from "./scene.js";
import { play } from "./sound.js";
import { show as showFace } from "./reactions.js";
import { fit } from "./table/bar.js";
import { Choosing, asksAnew } from "./table/choosing.js";
import { Device } from "./table/device.js";
import { Heard } from "./table/heard.js";
import { takeSeat } from "./table/joining.js";
import { MarkedCards } from "./table/marked.js";
import { Overlays } from "./table/overlays.js";
import { drawPage, noTable } from "./table/page.js";
import { isScreen, prepareScreen } from "./table/screen.js";
import { Show } from "./table/show.js";
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
    const draw = () => this.draw();
    const say = (/** @type {Record<string, unknown>} */ message) => this.say(message);
    const people = isAside() ? [] : (seats()[code]?.people ?? []);
    this.device = people.length ? new Device(people, draw, () => this.begin(), say) : null; // several people play here
    this.heard = new Heard();
    this.choosing = new Choosing(!this.device);
    this.marked = new MarkedCards();
    this.overlays = new Overlays(root, code, draw);
    this.show = new Show(root, draw, (state) => this.take(state));
    this.line = this.connect();
    keyboard(
      root,
      (what) => this.overlays.turn(what),
      () => this.cancel(),
    );
    helping(root, () => this.heard.about);
    addEventListener("resize", () => {
      fit(root);
      if (this.overlays.open !== "panel") toEnd(root); // a wider page shows the log
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
    this.show.drop();
    this.choosing.forget();
    this.marked.forget();
    this.heard = new Heard();
    this.overlays.drop();
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
    } else if (frame.type === "state") this.show.await(frame, !this.heard.state);
    else if (frame.type === "story") {
      this.heard.tell(frame.entries);
      this.draw();
    } else if (frame.type === "why") this.overlays.note(frame.message, frame.rule);
    else if (frame.type === "refused" || frame.type === "error") {
      this.heard.refused(frame.code);
      this.complain(frame.message, frame.rule ?? "");
    } else if (frame.type === "reaction") showFace(frame, this.heard.state?.you ?? -1);
    else if (frame.type === "printing") printing(frame.message);
  }

  /** @param {string} message @param {string} rule */
  complain(message, rule) {
    this.choosing.clear();
    this.marked.forget();
    this.overlays.note(message, rule);
  }

  /** After an error somebody has resumed the table. */
  mended() {
    this.heard.broken = false;
    this.overlays.notice = null;
    this.draw();
  }

  /** Take a new state and draw it at once; cards fly, and nothing waits for them. @param {State} state */
  take(state) {
    const { sure } = drawingOf(state.game);
    if (sure) state = { ...state, legal: asSure(state.legal, (move) => sure(state, move)) };
    this.show.finish();
    const last = this.heard.state;
    if (this.heard.broken) this.mended();
    if (!this.heard.take(state)) return;
    if (state.phase !== "waiting") printing("");
    if (!last) this.choosing.recall(state);
    else if (asksAnew(last, state)) {
      this.choosing.forget();
      this.marked.marks = [];
      this.overlays.notice = null;
    }
    const next = this.marked.next(state);
    if (next) this.heard.moved();
    if (!last && location.hash === NOW) {
      history.replaceState(null, "", location.pathname);
      if (this.device) this.device.ready();
      else this.say({ do: "ready", nonce: nonce() });
    }
    const written = state.entries.filter((entry) => entry.kind === "wrote" && (entry.seat ?? -1) !== state.you);
    if (this.overlays.open !== "panel") this.overlays.unread += written.length;
    const { flies, lasts } = this.show.present(this.heard.about, state, last);
    this.device?.follow(state, lasts);
    if (flies) play(drawingOf(state.game).sound ?? "card");
    if (next) setTimeout(() => this.make(next, state.answers), lasts);
    announce(this.heard.about?.title ?? "", state, last);
  }

  /** Handle a choice on the table: a tap, or a card dropped on something. @param {Step[]} taps */
  choose(...taps) {
    const { state } = this.heard;
    if (!state) return;
    this.overlays.notice = null;
    if (this.marking && taps[0].kind === "card" && state.legal.length) {
      this.marked.mark(taps[0]);
      return this.show.moment ? this.show.finish() : this.draw();
    }
    const { move, tried } = this.choosing.add(state, taps);
    if (move) this.make(move, state.answers);
    else if (this.choosing.steps.length && this.show.moment) this.show.finish();
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
    if (state) this.make(this.marked.begin(state), state.answers);
  }

  /** @param {string} move @param {number} answers the number of the entry that it answers */
  make(move, answers) {
    this.choosing.clear();
    this.show.finish();
    this.line.say({ do: "move", move, answers });
    this.heard.moved();
    this.draw();
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    this.overlays.done();
    this.line.say(message);
    this.draw();
  }

  /** Make a face; on a narrow screen the panel closes, so that it is seen. @param {string} face */
  react(face) {
    this.line.ask({ do: "react", face });
    if (this.overlays.open === "panel" && matchMedia("(max-width: 899px)").matches) this.overlays.turn("panel");
  }

  cancel() {
    this.choosing.clear();
    this.marked.forget();
    this.overlays.close();
    this.draw();
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
    drawPage(this);
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
