import { faintMax, isUnreadableColor } from './backgrounds';
import { isAbsolute, type Box } from './boxes';
import type { Declared } from './properties';
import type { InheritedStyle } from './inherited-style';
import { tinyPx } from './shapes';

/** Whether the element hides all of its content, even if the content has other styles. */
export function hidesContent(declared: Declared, style: InheritedStyle, box: Box): boolean {
  const transformations = [declared.transform, declared.scale, declared.rotate];
  return (
    /^(?:none|table-column(?:-group)?)$/.test(declared.display ?? '') ||
    style.opacity <= faintMax ||
    declared.filter?.isCollapsed === true ||
    declared['clip-path'] === true ||
    isTransparentMask(declared['mask-image']) ||
    (declared.clip === true && isAbsolute(declared)) ||
    (box !== 'inline' && transformations.some((transformation) => transformation?.isCollapsed)) ||
    (box === 'block' && declared['content-visibility'] === 'hidden')
  );
}

const isTransparentMask = (mask: Declared['mask-image']): boolean =>
  mask !== undefined && mask !== 'unknown' && mask.length > 0 && mask.every(({ alpha }) => alpha <= faintMax);

/** Whether text directly in an element with this style cannot be read. Text further inside may be readable. */
export const hidesText = (style: InheritedStyle): boolean =>
  !style.isVisible ||
  style.isMasked ||
  style.fontPx * style.scale <= tinyPx ||
  style.letterSpacingPx <= -0.5 * style.fontPx ||
  isUnreadableColor(style);
