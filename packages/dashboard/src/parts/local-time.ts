const padToTwo = (value: number): string => String(value).padStart(2, '0');

/** An instant as an input for local times has it, to the minute. */
export function toLocalInputValue(instant: string | null | undefined): string {
  if (!instant) return '';
  const date = new Date(instant);
  const day = `${date.getFullYear()}-${padToTwo(date.getMonth() + 1)}-${padToTwo(date.getDate())}`;
  return `${day}T${padToTwo(date.getHours())}:${padToTwo(date.getMinutes())}`;
}

/** What was entered in the zone of who looks, in UTC. Null where nothing was. */
export const parseLocalTime = (inputValue: string): string | null =>
  inputValue ? new Date(inputValue).toISOString() : null;
