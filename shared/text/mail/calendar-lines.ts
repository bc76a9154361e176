import { truncateText } from '../truncate-text';

/** A property of a calendar (RFC 5545), such as `DTSTART;TZID=Europe/Berlin:20260512T100000`. */
export interface Property {
  /** In capital letters. */
  name: string;
  /** The parameters, by name in capital letters, without quotation marks. */
  params: ReadonlyMap<string, string>;
  /** As written, with its escapes. */
  value: string;
}

export interface CalendarEvent {
  properties: readonly Property[];
}

export interface Calendar {
  /** Why the calendar was sent, such as REQUEST or CANCEL. Undefined if it only lists events. */
  method: string | undefined;
  events: readonly CalendarEvent[];
}

/** More lines and events are ignored. No invitation reaches these numbers. */
const [linesMax, eventsMax] = [10_000, 20];

/** Longer parameters and values are truncated. The calendar itself is an attachment. */
const [paramMax, valueMax, descriptionMax] = [200, 2_000, 20_000];

/** Reads the events and tasks. Ignores time zones and alarms, whose properties have the same names. */
export function parseCalendar(text: string): Calendar {
  const open: string[] = [];
  const events: Property[][] = [];
  let method: string | undefined;
  for (const line of text.split(/\r\n?|\n/, linesMax)) {
    const property = parseLine(line);
    if (!property) continue;
    const { name, value } = property;
    if (name === 'BEGIN') {
      open.push(value.trim().toUpperCase());
      if (isEvent(open.at(-1))) events.push([]);
    } else if (name === 'END') open.pop();
    else if (isEvent(open.at(-1))) events.at(-1)?.push(property);
    else if (name === 'METHOD' && open.length <= 1) method = value.trim().toUpperCase();
  }
  return { method, events: events.slice(0, eventsMax).map((properties) => ({ properties })) };
}

const isEvent = (component: string | undefined): boolean => component === 'VEVENT' || component === 'VTODO';

const paramValue = '(?:"[^"]*"|[^";:,]*)';
const linePattern = new RegExp(`^([\\w-]+)((?:;[\\w-]+=${paramValue}(?:,${paramValue})*)*):(.*)$`);
const paramPattern = new RegExp(`;([\\w-]+)=(${paramValue}(?:,${paramValue})*)`, 'g');

function parseLine(line: string): Property | undefined {
  const [, name, params = '', value = ''] = linePattern.exec(line) ?? [];
  if (name === undefined) return undefined;
  const upperName = name.toUpperCase();
  return {
    name: upperName,
    params: new Map(
      [...params.matchAll(paramPattern)].map(([, param = '', text = '']) => [
        param.toUpperCase(),
        truncateText(unescapeParam(text.replaceAll('"', '')), paramMax),
      ]),
    ),
    value: truncateText(value, upperName === 'DESCRIPTION' ? descriptionMax : valueMax),
  };
}

/** Decodes the escapes of RFC 6868. */
const unescapeParam = (text: string): string =>
  text.replace(/\^([n'^])/g, (_, character: string) => paramEscapes[character] ?? '');

const paramEscapes: Readonly<Record<string, string>> = { n: ' ', "'": '"', '^': '^' };

/** Decodes the escapes of a text: `\n`, `\,`, `\;` and `\\`. */
export const unescapeText = (value: string): string =>
  value.replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? '\n' : character)).trim();

/**
 * Joins folded lines. Works on bytes, because a program may fold a line inside a character.
 */
export const unfoldLines = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/\r?\n[ \t]/g, ''), 'latin1');
