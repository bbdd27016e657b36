// What the viewer has opened over the table or beside it, what it says to them, and how much of the table they want to see.
import { keepHere, keptHere } from "../keep.js";
import { copy } from "../lobby.js";
import { toEnd } from "../panel.js";
import { play } from "../sound.js";

export class Overlays {
  /** @param {HTMLElement} root @param {string} code of the table @param {() => void} draw */
  constructor(root, code, draw) {
    this.root = root;
    this.code = code;
    this.draw = draw;
    this.open = ""; // panel, menu, terms, settings, keys or confirm
    /** @type {{ question: string, action: () => void } | null} */
    this.asking = null; // what has to be confirmed
    /** @type {import("./arranging.js").Arranging | null} */
    this.arranging = null; // what the host chooses anew
    /** @type {{ message: string, rule: string } | null} */
    this.notice = null;
    this.copied = false; // the invitation
    this.unread = 0; // messages in the panel
    this.watching = false; // a visitor has closed the invitation
    this.whole = keptHere("whole", "") === code; // whether a player wants to see the table although a screen shows it
  }

  /** Open something, or close it. @param {string} what */
  turn(what) {
    this.open = this.open === what ? "" : what;
    if (what === "panel") this.unread = 0;
    this.draw();
    if (this.open === "panel") toEnd(this.root);
  }

  /** @param {string} question @param {() => void} action */
  confirm(question, action) {
    this.asking = { question, action };
    this.open = "confirm";
    this.draw();
  }

  /** Say why something did not happen. @param {string} message @param {string} rule */
  note(message, rule) {
    play("no");
    this.notice = { message, rule };
    this.draw();
  }

  /** Something was done: close all but the panel. */
  done() {
    if (this.open !== "panel") this.open = "";
  }

  /** Close everything. */
  close() {
    this.open = "";
    this.notice = null;
  }

  /** Drop everything: another person looks at the page. */
  drop() {
    this.close();
    this.asking = null;
    this.unread = 0;
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

  /** Pass the invitation on. @param {string} link */
  share(link) {
    if (navigator.share) void navigator.share({ title: "Kartenhaus", url: link }).catch(() => {});
    else
      void copy(link).then(() => {
        this.copied = true;
        this.draw();
      });
  }
}
