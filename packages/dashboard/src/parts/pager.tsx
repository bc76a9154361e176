import { Link } from 'wouter';
import { buildHref, useFilters } from './filters';

export interface PagerLabels {
  first: string;
  next: string;
}

interface PagerProps {
  nextCursor: string | null;
  /** For a list that is not ordered by time. */
  labels?: PagerLabels | undefined;
}

/** Keeps the cursor in the URL. The API pages only forward. To go back, users return to the first page or use the browser's Back button. */
export function Pager({ nextCursor, labels = { first: 'Newest', next: 'Older' } }: PagerProps) {
  const { path, filters } = useFilters();
  const { cursor } = filters;
  if (!cursor && !nextCursor) return null;
  return (
    <nav className="pager" aria-label="Pagination">
      {cursor && <Link href={buildHref(path, { ...filters, cursor: undefined })}>{labels.first}</Link>}
      {nextCursor && (
        <Link href={buildHref(path, { ...filters, cursor: nextCursor })} rel="next">
          {labels.next}
        </Link>
      )}
    </nav>
  );
}
