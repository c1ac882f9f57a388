import type { StyleRule } from '@vanilla-extract/css';
import { keyframes } from '@vanilla-extract/css';

export const duration = { quick: '120ms', base: '200ms', slow: '280ms' } as const;
export const easing = {
  out: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  in: 'cubic-bezier(0.5, 0, 0.9, 0.4)',
  both: 'cubic-bezier(0.45, 0, 0.2, 1)',
} as const;

const reduced = '(prefers-reduced-motion: reduce)';

export const fadeIn = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
export const rise = keyframes({
  from: { opacity: 0, transform: 'translateY(8px)' },
  to: { opacity: 1, transform: 'none' },
});
export const spin = keyframes({ to: { transform: 'rotate(360deg)' } });
export const breathe = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.55 } });

/** A transition that becomes a plain fade for those who asked for less motion. */
export function transition(properties: readonly string[], time: string = duration.base): StyleRule {
  const rule = (names: readonly string[], ms: string) =>
    names.map((name) => `${name} ${ms} ${easing.out}`).join(', ');
  const still = properties.filter((name) => name !== 'transform' && name !== 'translate' && name !== 'scale');
  return {
    transition: rule(properties, time),
    '@media': {
      [reduced]: { transition: still.length > 0 ? rule(still, time) : 'none' },
    },
  };
}

/** An animation with its quiet twin beside it: a fade for an entrance, nothing at all for a loop. */
export function animation(value: string, quiet: 'fade' | 'none' = 'fade'): StyleRule {
  return {
    animation: value,
    '@media': {
      [reduced]: { animation: quiet === 'fade' ? `${fadeIn} ${duration.base} ${easing.out} both` : 'none' },
    },
  };
}

/** Extra rules for readers who asked for less motion. */
export function whenReduced(rule: NonNullable<StyleRule['@media']>[string]): StyleRule {
  return { '@media': { [reduced]: rule } };
}
