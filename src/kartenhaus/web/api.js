// Requests to the server's HTTP interface.
import { printing } from "./printing.js";
import { language, t } from "./texts.js";

/** @typedef {{ table: string, game: string, title: string, players: number, phase: string, free: number, games: number, link?: string,
 *   seats: { name: string, colour: string, kind: string }[], clock?: { kind?: string }, waits_for: number[],
 *   left?: number | null }} TableAbout */

/** A refusal by the server, in words. */
export class Refusal extends Error {
  /** @param {string} message @param {string} code @param {string} rule */
  constructor(message, code, rule) {
    super(message);
    this.code = code;
    this.rule = rule;
  }
}

/** @param {string} path @param {RequestInit} [options] @param {string} [token] of a seat, for what only players may know
 * @returns {Promise<Response>} */
async function ask(path, options = {}, token = "") {
  const address = new URL(path, location.origin);
  address.searchParams.set("language", language());
  let answer;
  try {
    const headers = new Headers({ "content-type": "application/json", prefer: "wait=3" });
    if (token) headers.set("authorization", `Bearer ${token}`);
    answer = await fetch(address, { ...options, headers });
  } catch {
    throw new Refusal(t("The server does not answer. Check your connection."), "offline", "");
  }
  if (answer.status === 202) {
    printing((await answer.json()).message);
    return ask(path, options, token);
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Refusal(problem.message ?? answer.statusText, problem.code ?? "http", problem.rule ?? "");
}

/** @type {Map<string, Promise<Response>>} */
const ahead = new Map();

/** Ask for something that will be loaded soon. @param {string} path */
export function askAhead(path) {
  const answer = ask(path);
  answer.catch(() => {}); // whoever loads it hears of it
  ahead.set(path, answer);
}

/** @param {string} path @param {string} [token] @returns {Promise<any>} */
export async function load(path, token) {
  const asked = ahead.get(path);
  ahead.delete(path);
  return (await (asked ?? ask(path, {}, token))).json();
}

/** @param {string} path @param {string} [token] @returns {Promise<string>} */
export const loadText = async (path, token) => (await ask(path, {}, token)).text();

/** Ask for something that takes its time; how far it is comes line by line.
 * @param {string} path @param {object} body @param {AbortSignal} signal @param {(line: any) => void} hear */
export async function follow(path, body, signal, hear) {
  const answer = await ask(path, { method: "POST", body: JSON.stringify(body), signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(JSON.parse(line));
  }
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
export const send = async (path, body) => (await ask(path, { method: "POST", body: JSON.stringify(body) })).json();
