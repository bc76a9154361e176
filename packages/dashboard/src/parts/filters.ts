import { useLocation, useSearch } from 'wouter';

/** The query string of the URL. Unset filters are absent. */
export type Filters = Partial<Record<string, string>>;

export function buildHref(path: string, filters: Filters): string {
  const definedFilters = Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return definedFilters.length > 0 ? `${path}?${new URLSearchParams(definedFilters)}` : path;
}

/** Keeps the filters in the URL, so that users can share them and the back button restores them. */
export function useFilters() {
  const [path, navigate] = useLocation();
  const filters: Filters = Object.fromEntries(new URLSearchParams(useSearch()));
  return {
    path,
    filters,
    /** Resets the cursor, so that the list with the new filters starts at its first page. */
    setFilters: (changes: Filters) =>
      navigate(buildHref(path, { ...filters, cursor: undefined, ...changes })),
    /** For filters that change while the user types. Keystrokes do not become history entries. */
    replaceFilters: (changes: Filters) =>
      navigate(buildHref(path, { ...filters, ...changes }), { replace: true }),
  };
}
