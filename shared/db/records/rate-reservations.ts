/** The consecutive reservations of a rate. */
export interface RateReservations {
  /** The end of the last reservation (ms). */
  reservedUntil: number;
}
