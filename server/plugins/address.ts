import { normalizeIP } from '@fastify/rate-limit';

/** Whom an address stands for: one home or phone has a whole IPv6 /64. */
export const addressOf = (ip: string): string => normalizeIP(ip, 64);
