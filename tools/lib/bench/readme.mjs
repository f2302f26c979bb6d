export const performanceSection = () => "";
export const withSection = (text) => text;
