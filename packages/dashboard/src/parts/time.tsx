const sameYearFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const otherYearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exactFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const formatUtc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A time in the time zone of the browser, with UTC as the tooltip. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  const defaultFormat = date.getFullYear() === new Date().getFullYear() ? sameYearFormat : otherYearFormat;
  return (
    <time dateTime={at} title={formatUtc(date)}>
      {(exact ? exactFormat : defaultFormat).format(date)}
    </time>
  );
}
