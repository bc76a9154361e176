/** What a person should know and a program must not read: standard output has the answer alone. */
export const say = (text: string): void => void process.stderr.write(text);

/** How far it is, on one line that is written over. A log gets none. */
export function progressLine(rows: number): { show: (done: number) => void; end: () => void } {
  const isSeen = process.stderr.isTTY;
  let isOpen = false;
  return {
    show: (done) => {
      if (!isSeen) return;
      isOpen = true;
      say(`\r${done} of ${rows} rows (${Math.floor((100 * done) / rows)} %)`);
    },
    end: () => {
      if (isOpen) say('\n');
      isOpen = false;
    },
  };
}
