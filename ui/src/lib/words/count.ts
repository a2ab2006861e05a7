/** One of a thing or several. */
export const count = (n: number, one: string, several: string): string =>
  `${n} ${n === 1 ? one : several}`;
