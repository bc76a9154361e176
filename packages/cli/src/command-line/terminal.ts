/** Notices go to standard error, because programs parse standard output. */
export const printNotice = (text: string): void => void process.stderr.write(text);

/** Shows the progress on one line of the terminal. Prints nothing if standard error is not a terminal. */
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
