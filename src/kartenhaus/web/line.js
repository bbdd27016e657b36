// The line to a table: it reconnects by itself, and sends messages again until they are answered.
import { language } from "./texts.js";

const WAITS = [200, 500, 1000, 2000, 5000]; // milliseconds before connecting again
const PROTOCOL = 2; // the version of docs/wire.md that this page understands
const GONE = 4001; // the seat is no longer yours, or there is no such table
const PATIENCE = 8000; // milliseconds without an answer to a ping, after which the line counts as broken

/** Random letters and digits; works without a secure context too. */
function random() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** Reload the page once, because the server has another version; return whether it reloads. */
export function renew() {
  if (history.state?.renewed) return false;
  history.replaceState({ renewed: true }, "");
  location.reload();
  return true;
}

/** @typedef {{ frame: (frame: any) => void, online: (online: boolean) => void, gone: () => void, strange: () => void }} Listener */

export class Line {
  /** @param {string} table @param {Partial<import("./wire.js").Hello>} hello who we are @param {Listener} on */
  constructor(table, hello, on) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
    this.hello = { do: "hello", ...hello, language: language() };
    this.on = on;
    this.failures = 0;
    this.heard = 0;
    this.ended = false;
    /** @type {Map<string, object>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.listening = new AbortController(); // to what happens in the browser
    const { signal } = this.listening;
    addEventListener("online", () => this.wake(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.wake(), { signal });
    this.checking = setInterval(() => this.check(), 4000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => socket.send(JSON.stringify(this.hello));
    socket.onmessage = (message) => this.ended || this.hear(JSON.parse(message.data));
    socket.onclose = (event) => {
      if (socket !== this.socket || this.ended) return;
      this.socket = null;
      if (event.code === GONE) {
        this.ended = true;
        this.on.gone();
        return;
      }
      this.on.online(false);
      this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.failures++, WAITS.length - 1)]);
    };
  }

  /** @param {any} frame */
  hear(frame) {
    this.heard = Date.now();
    this.asked = 0;
    if (frame.type === "welcome" && frame.protocol !== PROTOCOL) {
      this.end();
      this.on.strange();
      return;
    }
    if (frame.type === "welcome") {
      history.replaceState(null, ""); // it may be reloaded when the next version comes
      this.failures = 0;
      this.on.online(true);
      for (const message of this.unanswered.values()) this.socket?.send(JSON.stringify(message));
    }
    if ((frame.type === "done" || frame.type === "refused") && frame.code !== "unsaved") this.unanswered.delete(frame.ref);
    this.on.frame(frame);
  }

  /** Send a message; it is sent again after a break of the line until it is answered. @param {Record<string, unknown>} message */
  say(message) {
    const ref = random();
    this.unanswered.set(ref, { ...message, ref });
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...message, ref }));
    return ref;
  }

  /** Send a message that need not be sent again. @param {Record<string, unknown>} message */
  ask(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Ping a silent line, and reconnect if it does not answer. */
  check() {
    if (this.ended || this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.asked && Date.now() - this.asked > PATIENCE) {
      const silent = this.socket;
      this.on.online(false);
      this.connect();
      silent.close();
    } else if (!this.asked && Date.now() - this.heard > PATIENCE) {
      this.asked = Date.now();
      this.ask({ do: "ping" });
    }
  }

  /** Reconnect, or ping, at once: the page is visible again, or the network is back. */
  wake() {
    if (this.ended) return;
    if (this.socket === null || this.socket.readyState > WebSocket.OPEN) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) {
      this.asked = this.asked || Date.now();
      this.ask({ do: "ping" });
    }
  }

  end() {
    this.ended = true;
    this.listening.abort();
    clearInterval(this.checking);
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
