import { z } from '../protocol/index.ts';

/**
 * zod/mini says "Invalid input" of everything, which spares the app a table of words that is never shown there: forms have
 * their own. A caller of the API, or an operator with a wrong configuration, is told what was expected.
 */
z.config(z.locales.en());
