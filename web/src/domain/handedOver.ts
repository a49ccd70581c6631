/** Whether staff hands gifts of this type over: nobody activates them. */
export const isHandedOver = (type: string): boolean => type === 'Custom' || type === 'SoftGaming Gift'
