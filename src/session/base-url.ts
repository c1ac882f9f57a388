/** Where the API is. */
export const baseUrl: string = import.meta.env['VITE_API_BASE'] ?? location.origin;
