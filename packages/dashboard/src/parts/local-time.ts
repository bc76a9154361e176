const padToTwo = (value: number): string => String(value).padStart(2, '0');

/** Formats an instant as the value of a `datetime-local` input, to the minute. */
export function toLocalInputValue(instant: string | null | undefined): string {
  if (!instant) return '';
  const date = new Date(instant);
  const day = `${date.getFullYear()}-${padToTwo(date.getMonth() + 1)}-${padToTwo(date.getDate())}`;
  return `${day}T${padToTwo(date.getHours())}:${padToTwo(date.getMinutes())}`;
}

/** Converts the value of a `datetime-local` input to UTC. Null for an empty value. */
export const parseLocalTime = (inputValue: string): string | null =>
  inputValue ? new Date(inputValue).toISOString() : null;
