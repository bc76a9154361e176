import { answerBytes, answerBytesMax } from '../../../shared/core/answer-size';
import type { Entry } from './present';

/**
 * Every message is there, if need be without its bodies; from the newest on, each gets as much of them as there is
 * room for. Only of thousands that are too many even so, the oldest are left out.
 */
export function whatFits(messages: readonly Entry[]): Entry[] {
  let room = answerBytesMax;
  const shown = messages.toReversed().filter((message) => {
    room -= answerBytes(bareForm(message));
    return room >= 0;
  });
  const whole = shown.map((message) => {
    const bare = answerBytes(bareForm(message));
    const fitting = formsOf(message).find((form) => answerBytes(form) - bare <= room) ?? bareForm(message);
    room -= answerBytes(fitting) - bare;
    return fitting;
  });
  return whole.reverse();
}

/** The fullest first. What the person wrote is the last to go. */
function formsOf(message: Entry): Entry[] {
  if (message.direction === 'outbound') return [message, { ...message, html: null }];
  const withoutHtml = { ...message, html: null };
  return [message, withoutHtml, { ...withoutHtml, raw_text: null }];
}

const bareForm = (message: Entry): Entry =>
  message.direction === 'outbound'
    ? { ...message, html: null, text: null }
    : { ...message, html: null, raw_text: null, text: null };
