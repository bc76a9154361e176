const sameYearFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const otherYearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exactFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const formatUtc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** In the zone of who looks; UTC is at hand as the title. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  const defaultFormat = date.getFullYear() === new Date().getFullYear() ? sameYearFormat : otherYearFormat;
  return (
    <time dateTime={at} title={formatUtc(date)}>
      {(exact ? exactFormat : defaultFormat).format(date)}
    </time>
  );
}
