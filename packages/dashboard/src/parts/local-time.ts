const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as an input for local times has it, to the minute. */
export function inputOf(instant: string | null | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What was entered in the zone of who looks, in UTC. Null where nothing was. */
export const instantOf = (entered: string): string | null =>
  entered ? new Date(entered).toISOString() : null;
