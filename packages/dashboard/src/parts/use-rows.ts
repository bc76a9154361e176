import { useRef, useState } from 'react';

export interface Row<T> {
  /** Identifies the row, so that its input moves with the row. */
  key: number;
  /** The initial value, or undefined for an added row. */
  value: T | undefined;
}

/** Manages form rows that users can add, remove and move. The fields of a moved row keep their input. */
export function useRows<T>(initial: readonly T[]) {
  const [rows, setRows] = useState<readonly Row<T>[]>(() => initial.map((value, key) => ({ key, value })));
  const lastKey = useRef(initial.length);
  return {
    rows,
    /** Returns the key of the new row. */
    add: (): number => {
      lastKey.current += 1;
      const key = lastKey.current;
      setRows((previous) => [...previous, { key, value: undefined }]);
      return key;
    },
    remove: (key: number) => setRows((previous) => previous.filter((row) => row.key !== key)),
    move: (key: number, offset: 1 | -1) => setRows((previous) => moveRow(previous, key, offset)),
  };
}

function moveRow<T>(rows: readonly Row<T>[], key: number, offset: 1 | -1): readonly Row<T>[] {
  const index = rows.findIndex((row) => row.key === key);
  const [movedRow, neighbor] = [rows[index], rows[index + offset]];
  if (!movedRow || !neighbor) return rows;
  return rows.with(index, neighbor).with(index + offset, movedRow);
}
