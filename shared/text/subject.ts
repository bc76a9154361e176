/** See E-6. */
export const subjectLengthMax = 998;

export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);
