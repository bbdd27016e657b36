// Shows what happened: cards fly, points travel, words appear, and a lost round takes its time. Tables, lessons and reviews all use it.
import { actsOf, eventsOf, roundOf, viewAfter } from "./events.js";
import { fly, measure, onStage, pace, settle, timetable } from "./fly.js";
import { hush, rejoice } from "./joy.js";
import { kept } from "./keep.js";
import { drawingOf } from "./scene.js";
import { play } from "./sound.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {import("./types.js").GameEvent} GameEvent */

const MET = 1300; // milliseconds for the card that lost a round, and what it met
const EACH = 700; // for what each player sets aside
const REST = 900; // before all piles are cleared

export class Staging {
  /** @param {() => void} draw @param {() => void} [done] a lost round has been shown */
  constructor(draw, done = () => {}) {
    this.draw = draw;
    this.done = done;
    /** @type {import("./types.js").Moment | null} */
    this.moment = null; // a lost round that is being shown
    this.rest = () => {}; // shows what happened after it
    this.busy = 0; // a timer: on the screen in the middle, what comes next waits until everybody has seen what flies
    document.addEventListener("click", ({ target }) => {
      if (this.moment && !(target instanceof Element && target.closest("button, a, input, select, label, [data-rule]")))
        this.skip();
    });
    document.addEventListener("keydown", ({ key, target }) => {
      const free = target === document.body || (target instanceof Element && target.matches("main, .story"));
      if (this.moment && (key === "Escape" || (free && (key === "Enter" || key === " ")))) this.skip();
    });
  }

  /** Whether what comes next waits for it; not if people want no motion at all. */
  get holds() {
    if (this.busy) return true;
    return this.moment !== null && /** @type {string} */ (kept("speed", "")) !== "off";
  }

  /** Show what happened; a deal starts from the new view, everything else from the one before.
   * @param {Welcome} about @param {Entry[]} entries @param {View | null} before @param {View | null} after
   * @returns {{ flies: boolean, lasts: number }} whether a card flies, and for how many milliseconds */
  show(about, entries, before, after) {
    this.finish();
    const from = entries.some((entry) => entry.kind === "started") ? after : before;
    const held = drawingOf(about.game).held;
    const lucky = held ? entries.flatMap(held) : [];
    const events = eventsOf(entries);
    const round = document.hidden ? null : roundOf(entries);
    if (!from || !after || !round) {
      const shown = this.perform(about, events, from, lucky);
      if (onStage() && shown.lasts) this.busy = setTimeout(() => this.seen(), shown.lasts);
      return shown;
    }
    const at = events.indexOf(round.lost) + 1;
    const view = { ...viewAfter(from, events.slice(0, at)), to_act: after.to_act, pending: after.pending };
    this.moment = { beat: 0, shown: 0, round, view };
    this.rest = () => void this.perform(about, events.slice(at), view, []);
    const { flies, lasts } = this.perform(about, events.slice(0, at), from, lucky);
    if (lasts) this.timer = setTimeout(() => this.meet(), lasts);
    else this.meet();
    return { flies, lasts };
  }

  /** Draw, and start all flights and effects; an effect waits for the card before it.
   * @param {Welcome} about @param {GameEvent[]} events @param {View | null} from @param {GameEvent[]} lucky */
  perform(about, events, from, lucky) {
    const speed = pace();
    const acts = from ? actsOf(from, events, lucky, drawingOf(about.game)) : [];
    const flights = acts.flatMap((act) => (act.kind === "fly" ? [act] : []));
    const places = measure(flights);
    const slots = timetable(flights);
    settle();
    this.draw();
    drawingOf(about.game).settled?.();
    if (!document.hidden) {
      if (speed) fly(about, places, slots);
      let now = 0;
      for (const act of acts) {
        if (act.kind === "fly") now = slots.get(act)?.end ?? now;
        else rejoice(act, now * speed, speed);
      }
    }
    const lasts = document.hidden ? 0 : Math.max(0, ...[...slots.values()].map((slot) => slot.end)) * speed;
    return { flies: flights.length > 0, lasts };
  }

  /** Everything has landed. */
  seen() {
    this.busy = 0;
    this.done();
  }

  /** First, the card that lost the round and what it met. */
  meet() {
    if (!this.moment) return;
    hush();
    play("doom");
    this.turn({ beat: 1 }, MET, () => this.reckon(pace() ? 1 : this.moment?.round.aside.length));
  }

  /** Then what everybody sets aside, one after another; all at once without motion. @param {number} [shown] how many */
  reckon(shown = 1) {
    const all = this.moment?.round.aside.length ?? 0;
    const more = shown < all;
    const wait = (more ? EACH : REST) + (pace() ? 0 : EACH * (all - 1));
    this.turn({ beat: 2, shown: Math.min(shown, all) }, wait, () => (more ? this.reckon(shown + 1) : this.finish()));
  }

  /** @param {Partial<import("./types.js").Moment>} change @param {number} wait milliseconds @param {() => void} next */
  turn(change, wait, next) {
    clearTimeout(this.timer);
    if (!this.moment) return;
    this.moment = { ...this.moment, ...change };
    this.draw();
    this.timer = setTimeout(next, wait * (pace() || 1));
  }

  /** A tap: on to the reckoning, or to its end. */
  skip() {
    if (this.moment && this.moment.beat < 2) this.reckon(this.moment.round.aside.length);
    else this.finish();
  }

  /** Forget what is shown: somebody else takes the device. */
  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.busy);
    this.busy = 0;
    this.moment = null;
    this.rest = () => {};
  }

  /** Show at once how it ended. */
  finish() {
    clearTimeout(this.timer);
    clearTimeout(this.busy);
    this.busy = 0;
    if (!this.moment) return;
    this.moment = null;
    this.rest();
    this.done();
  }
}
