/** Whether the text has a year, a day or a time. */
export const isFullDate = (text: string): boolean =>
  year.test(text) || time.test(text) || numericDate.test(text);

const year = /(?<!\p{Nd})(?:19|20|25|۱۴|١٤|۲۰|٢٠)\p{Nd}{2}(?!\p{Nd})/u;
const time = /(?<!\p{Nd})\p{Nd}{1,2}(?:[:.h]|시 ?|时|時|點|点)\p{Nd}{2}(?!\p{Nd})/u;
/** The status code `5.7.1` and the IP address `192.0.2.1` are no dates. */
const numericDate =
  /(?<!\p{Nd}\.?)(?:\p{Nd}{3,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,2}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4})(?!\.?\p{Nd})/u;

export const hasDay = (text: string): boolean => year.test(text) || numericDate.test(text);

export const hasDayAndTime = (text: string): boolean =>
  hasDay(text) && time.test(text.replace(numericDate, ' '));
