/** The bench's server with all its threads on one core: what a small rented machine gives it. */
import { pinToOneCore } from './pin.ts';

pinToOneCore();
await import('./bench-server.ts');
