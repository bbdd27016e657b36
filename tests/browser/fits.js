// What is wrong with the things one can act on now: cut off, covered, or too small. Returns sentences; none if all is well.
// Everything visible and enabled counts. If a dialog or the result is open, only what is in it counts.
async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // after a resize, let the page lay itself out
  const LEAST = 44;
  const LEAST_CELL = 40;
  const SLACK = 1; // pixels lost to rounding
  const ACTIVE = "button, a[href], input, select, textarea, summary, [role=button]";
  const DIALOG = "dialog[open], [role=dialog], [aria-modal=true], .result, .confirm, .menu";
  // these may scroll: what they hold can also be reached another way, or is not needed to decide
  const SCROLLERS = ".story, .panel, .board, .chips, .scores, .places, [data-scrolls]";
  const ASKED = ".offered, .possible, .held, .act, .option";
  const problems = [];

  const name = (one) => {
    const said = one.getAttribute("aria-label") || one.textContent.trim().replace(/\s+/g, " ") || one.dataset.card || "";
    return `${one.tagName.toLowerCase()}.${[...one.classList].join(".")} “${said.slice(0, 40)}”`;
  };
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const say = (one, what) => {
    const { left, top, width, height } = box(one);
    const place = `${Math.round(width)}×${Math.round(height)} at ${Math.round(left)}, ${Math.round(top)}`;
    problems.push(`${name(one)} ${what} (${place})`);
  };
  const hits = (one, x, y) => {
    const found = document.elementFromPoint(x, y);
    return Boolean(found && (one === found || one.contains(found) || (found.tagName === "LABEL" && found.contains(one))));
  };

  // An inline link within a text may be as small as the text; all of a label is its field.
  const isInText = (one) => one.matches("a") && getComputedStyle(one).display.startsWith("inline") && !one.matches(".button");
  const target = (one) => (one.matches("input[type=checkbox], input[type=radio], input[type=file]") ? (one.closest("label") ?? one) : one);

  /** By which part of its surroundings it is cut, and on which side. */
  const cutBy = (one) => {
    const all = box(one);
    const out = (frame, across, along) =>
      (across && (all.left < frame.left - SLACK || all.right > frame.right + SLACK)) ||
      (along && (all.top < frame.top - SLACK || all.bottom > frame.bottom + SLACK));
    let fixed = getComputedStyle(one).position === "fixed";
    for (let above = one.parentElement; above && above !== document.body && !fixed; above = above.parentElement) {
      const style = getComputedStyle(above);
      const [x, y] = [style.overflowX, style.overflowY];
      if ((x !== "visible" || y !== "visible") && style.display !== "contents") {
        const scrolls = (way, room) => ["auto", "scroll"].includes(way) && room > 1;
        const across = scrolls(x, above.scrollWidth - above.clientWidth);
        const along = scrolls(y, above.scrollHeight - above.clientHeight);
        if ((across || along) && above.matches(SCROLLERS)) return "";
        if (out(box(above), x !== "visible", y !== "visible")) return `${across || along ? "must be scrolled to in" : "is cut by"} ${name(above)}`;
      }
      fixed = style.position === "fixed";
    }
    const page = /** @type {Element} */ (document.scrollingElement);
    const long = !document.querySelector("main.table") && page.scrollHeight > innerHeight + 1 && !fixed; // a page of text may scroll
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return out(screen, true, !long) ? "is cut by the screen" : "";
  };

  /** The width of the widest upright strip of a card, and the height of the highest level one, on which taps reach it. */
  const strip = (one) => {
    const all = box(one);
    const longest = (from, to, free) => {
      let [best, run] = [0, 0];
      for (let at = from + 1; at < to; at += 2) best = Math.max(best, (run = free(at) ? run + 2 : 0));
      return best;
    };
    const levels = [0.3, 0.5, 0.7].map((part) => all.top + part * all.height);
    const uprights = [0.3, 0.5, 0.7].map((part) => all.left + part * all.width);
    const wide = longest(all.left, all.right, (x) => levels.every((y) => hits(one, x, y)));
    const high = longest(all.top, all.bottom, (y) => uprights.every((x) => hits(one, x, y)));
    // in a fan of two rows, the card is free above its middle or below it
    const above = longest(all.left, all.right, (x) => [0.08, 0.16, 0.24].every((part) => hits(one, x, all.top + part * all.height)));
    return { wide: Math.max(wide, high >= LEAST || all.height * 0.3 >= LEAST - 12 ? above : 0), high };
  };

  /** Whether taps reach it all over: in the middle and near the corners. */
  const covered = (one) => {
    const all = box(one);
    const inset = Math.min(9, all.width / 4, all.height / 4);
    const [x, y] = [(all.left + all.right) / 2, (all.top + all.bottom) / 2];
    const places = [
      [x, y],
      [all.left + inset, all.top + inset],
      [all.right - inset, all.top + inset],
      [all.left + inset, all.bottom - inset],
      [all.right - inset, all.bottom - inset],
    ].filter(([across, along]) => across >= 0 && along >= 0 && across < innerWidth - 1 && along < innerHeight - 1);
    const lost = places.find(([across, along]) => !hits(one, across, along));
    if (!lost) return "";
    const over = document.elementFromPoint(lost[0], lost[1]);
    if (over?.closest(".sheet") && !one.matches(ASKED)) return ""; // a sheet may lie over what is not asked for now
    return `is covered by ${over ? name(over) : "nothing that takes taps"} at ${Math.round(lost[0])}, ${Math.round(lost[1])}`;
  };

  /** Its size for a finger: of the box, or of what takes taps around its middle. */
  const small = (one) => {
    const least = one.matches(".cell") ? LEAST_CELL : LEAST;
    const all = box(one);
    const [width, height] = [Math.max(one.offsetWidth || 0, all.width), Math.max(one.offsetHeight || 0, all.height)];
    const [x, y] = [(all.left + all.right) / 2, (all.top + all.bottom) / 2];
    const reach = least / 2 - SLACK;
    const wide = width >= least - SLACK || (hits(one, x - reach, y) && hits(one, x + reach, y));
    const high = height >= least - SLACK || (hits(one, x, y - reach) && hits(one, x, y + reach));
    return wide && high ? "" : `is smaller than ${least} px`;
  };

  const dialogs = [...document.querySelectorAll(DIALOG)].filter((one) => one.checkVisibility());
  const top = dialogs.at(-1);
  for (const one of (top ?? document).querySelectorAll(ACTIVE)) {
    const shown = target(one);
    if (one.matches(".cell:not(.offered)")) continue; // it only says what it is
    if (!shown.checkVisibility({ visibilityProperty: true }) || one.disabled || one.closest("[inert], .unseen")) continue;
    if (!box(shown).width || getComputedStyle(shown).pointerEvents === "none") continue;
    const cut = cutBy(shown);
    const inScroller = shown.closest(SCROLLERS);
    if (cut) say(shown, cut);
    else if (shown.matches(".held")) {
      const { wide, high } = strip(shown);
      if (wide < LEAST - 2 && high < LEAST - 2) say(shown, `has only ${wide} × ${high} px free`);
    } else if (!inScroller && !isInText(shown)) {
      const over = covered(shown);
      if (over) say(shown, over);
    }
    if (!isInText(shown) && !shown.matches(".held")) {
      const size = small(shown);
      if (size) say(shown, size);
    }
  }
  if (document.querySelector("main.table") && document.scrollingElement.scrollHeight > innerHeight + 1) problems.push("the page scrolls");
  if (document.documentElement.scrollWidth > innerWidth + 1) {
    const wide = [...document.querySelectorAll("#app *")].findLast((one) => one.checkVisibility() && box(one).right > innerWidth + 1);
    problems.push(`the page is wider than the screen, because of ${wide ? name(wide) : "something"}`);
  }
  return problems;
};
