const sameYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const utcOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** In the zone of who looks; UTC is at hand as the title. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  const usual = date.getFullYear() === new Date().getFullYear() ? sameYear : otherYear;
  return (
    <time dateTime={at} title={utcOf(date)}>
      {(exact ? toTheSecond : usual).format(date)}
    </time>
  );
}
