// A game that is over is still shown with those who played, also those who have left.

/** @param {import("../types.js").State} state */
export const asPlayed = (state) => ({
  ...state,
  seats: state.seats.map((seat, number) => (seat.kind === "free" ? { ...seat, ...state.outcome?.players[number] } : seat)),
});
