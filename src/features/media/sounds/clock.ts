/** A length as players write it: `0:07`, `12:40`, `1:02:03`. */
export const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};
