// The spaces of a board, by their names: a letter for the column, then the number of the row.

/** The name of a space. @param {number} column @param {number} row both from 0 */
export const nameOf = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

/** Where a space is. @param {string} name @returns {[number, number]} column and row */
export const placeOf = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
