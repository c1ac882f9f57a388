/** The version in package.json; the build writes it here (vite.config.ts). */
export const APP_VERSION: string = import.meta.env.VITE_APP_VERSION ?? '';
