/** Something that is given out one part after the other, such as a rate. */
export interface RateReservations {
  /** Until when it is given away, ms. */
  reservedUntil: number;
}
