'use strict';
/** Makes `Date` follow the runtime's clock: real time plus an offset in shared memory. */
function followClock(sharedOffset) {
  const RealDate = Date;
  const offset = new Float64Array(sharedOffset);
  const now = () => Math.floor(RealDate.now() + offset[0]);

  // A function instead of a class, because `Date()` without `new` returns a string.
  function ClockDate(...parts) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, parts.length > 0 ? parts : [now()], new.target);
  }
  const statics = Object.getOwnPropertyDescriptors(RealDate);
  Object.defineProperties(ClockDate, { ...statics, now: { ...statics.now, value: now } });
  // `ClockDate` and `RealDate` share one prototype, so that dates created by Node's own code are an `instanceof Date`.
  RealDate.prototype.constructor = ClockDate;
  globalThis.Date = ClockDate;
}

module.exports = { followClock };
