/** The reservations of a rate, which are consecutive. */
export interface RateReservations {
  /** The end of the last reservation (ms). */
  reservedUntil: number;
}
