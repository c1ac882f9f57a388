/** A count for a small pill: beyond two digits the exact number does not help. */
export function capCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
