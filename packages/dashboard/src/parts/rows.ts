import { useRef, useState } from 'react';

export interface Row<T> {
  /** Stays with what was typed, wherever the row goes. */
  key: number;
  /** What it began with; undefined for one that was added. */
  value: T | undefined;
}

/** Rows of a form that are added, taken out and moved. What is typed stays in the fields. */
export function useRows<T>(initial: readonly T[]) {
  const [rows, setRows] = useState<readonly Row<T>[]>(() => initial.map((value, key) => ({ key, value })));
  const last = useRef(initial.length);
  return {
    rows,
    /** The key of the new row. */
    add: (): number => {
      last.current += 1;
      const key = last.current;
      setRows((before) => [...before, { key, value: undefined }]);
      return key;
    },
    remove: (key: number) => setRows((before) => before.filter((row) => row.key !== key)),
    move: (key: number, by: 1 | -1) => setRows((before) => moved(before, key, by)),
  };
}

function moved<T>(rows: readonly Row<T>[], key: number, by: 1 | -1): readonly Row<T>[] {
  const at = rows.findIndex((row) => row.key === key);
  const [one, other] = [rows[at], rows[at + by]];
  if (!one || !other) return rows;
  return rows.with(at, other).with(at + by, one);
}
