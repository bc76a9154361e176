/** The usage of a daily limit on one UTC day. */
export interface DailyCounter {
  used: number;
}
