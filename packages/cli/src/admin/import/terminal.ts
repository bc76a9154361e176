/** What a person should know and a program must not read: standard output has the answer alone. */
export const printNotice = (text: string): void => void process.stderr.write(text);

/** How far it is, on one line that is written over. A log gets none. */
export function progressLine(rows: number): { show: (done: number) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY;
  let isOpen = false;
  return {
    show: (done) => {
      if (!isTerminal) return;
      isOpen = true;
      printNotice(`\r${done} of ${rows} rows (${Math.floor((100 * done) / rows)} %)`);
    },
    end: () => {
      if (isOpen) printNotice('\n');
      isOpen = false;
    },
  };
}
