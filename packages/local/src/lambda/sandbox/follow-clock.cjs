'use strict';
/** Makes `Date` follow the runtime's clock: real time plus an offset in shared memory. */
function followClock(sharedOffset) {
  const RealDate = Date;
  const offset = new Float64Array(sharedOffset);
  const now = () => Math.floor(RealDate.now() + offset[0]);

  // A function, not a class: `Date()` without `new` is a string.
  function ClockDate(...parts) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, parts.length > 0 ? parts : [now()], new.target);
  }
  const statics = Object.getOwnPropertyDescriptors(RealDate);
  Object.defineProperties(ClockDate, { ...statics, now: { ...statics.now, value: now } });
  // One prototype for both: dates that Node's own code makes stay `instanceof Date`.
  RealDate.prototype.constructor = ClockDate;
  globalThis.Date = ClockDate;
}

module.exports = { followClock };
