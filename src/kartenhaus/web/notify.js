// Tells people that it is their turn while they look elsewhere: where the browser allows it, and only while a page is open.
import { t } from "./texts.js";

/** Whether people can still be asked. */
export const canAsk = () => "Notification" in window && isSecureContext && Notification.permission === "default";

/** Ask for permission; the browser asks back. @param {() => void} done */
export const askToNotify = (done) => void Notification.requestPermission().then(done);

/** Say that it is somebody's turn, unless they look at the page. @param {string} game @param {string} table its code */
export function notify(game, table) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const said = new Notification(t("Your turn"), { body: game, tag: `kartenhaus ${table}`, icon: "/web/icon.svg" });
    said.onclick = () => {
      window.focus();
      location.assign(`/t/${table}`);
    };
  } catch {
    // some phones allow it only to installed pages
  }
}
