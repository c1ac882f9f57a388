import * as styles from './brand-mark.css.ts';

interface BrandMarkProps {
  size?: number;
}

/**
 * A speech bubble in which a hammock hangs between two posts: a pause sign, and a smile. The drawing of
 * public/icons/tambay.svg in the colours of the theme; the name stands beside it, so it is decoration.
 */
export function BrandMark({ size = 64 }: BrandMarkProps) {
  return (
    <svg width={size} height={size} viewBox="40 62 432 412" aria-hidden="true">
      <path
        className={styles.bubble}
        d="M256 84c-106 0-188 68-188 158 0 52 27 97 70 126 2 22-6 46-24 66-5 6-1 14 7 13 45-4 81-19 105-42 10 1 20 2 30 2 106 0 188-71 188-165S362 84 256 84Z"
      />
      <path
        className={styles.posts}
        d="M208 150a19 19 0 0 1 19 19v52a19 19 0 0 1-38 0v-52a19 19 0 0 1 19-19Zm96 0a19 19 0 0 1 19 19v52a19 19 0 0 1-38 0v-52a19 19 0 0 1 19-19Z"
      />
      <path
        className={styles.hammock}
        d="M58 236a10 10 0 0 1 17-9c44 62 108 96 181 96s137-34 181-96a10 10 0 0 1 17 9c-34 84-104 134-198 134S92 320 58 236Z"
      />
    </svg>
  );
}
