import type { Page } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { hrefWith, useFilters } from './filters';

interface PagerProps {
  page: Page<unknown>;
  /** What the ways to the beginning and onwards say, where it is not by time. */
  says?: { first: string; next: string };
}

/** Onwards by the cursor, which is in the address; backwards with the browser, or to the beginning at once. */
export function Pager({ page, says = { first: 'Newest', next: 'Older' } }: PagerProps) {
  const { path, filters } = useFilters();
  const { cursor } = filters;
  if (!cursor && !page.next_cursor) return null;
  return (
    <nav className="pager" aria-label="Pages of the list">
      {cursor && <Link href={hrefWith(path, { ...filters, cursor: undefined })}>{says.first}</Link>}
      {page.next_cursor && (
        <Link href={hrefWith(path, { ...filters, cursor: page.next_cursor })} rel="next">
          {says.next}
        </Link>
      )}
    </nav>
  );
}
