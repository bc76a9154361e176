import { useLocation, useSearch } from 'wouter';

/** What the address says after its question mark. What is not set is not there. */
export type Filters = Partial<Record<string, string>>;

export function buildHref(path: string, filters: Filters): string {
  const definedFilters = Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return definedFilters.length > 0 ? `${path}?${new URLSearchParams(definedFilters)}` : path;
}

/** Filters live in the address: they can be shared, and the way back leads through them. */
export function useFilters() {
  const [path, navigate] = useLocation();
  const filters: Filters = Object.fromEntries(new URLSearchParams(useSearch()));
  return {
    path,
    filters,
    /** Another filter begins at the first page. */
    setFilters: (changes: Filters) =>
      navigate(buildHref(path, { ...filters, cursor: undefined, ...changes })),
    /** As somebody types: the way back leads to the page before, not through each letter. */
    replaceFilters: (changes: Filters) =>
      navigate(buildHref(path, { ...filters, ...changes }), { replace: true }),
  };
}
