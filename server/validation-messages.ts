import { z } from '../protocol/index.ts';

/**
 * zod/mini says "Invalid input" of everything, which spares the app a table of words that nobody reads there: forms have
 * their own. Whoever calls the API, or starts the server with a wrong configuration, is told what was expected.
 */
z.config(z.locales.en());
