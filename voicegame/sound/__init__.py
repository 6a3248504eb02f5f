"""What hearing and speaking share: the sample clock's unit, resampling, and the way to PortAudio.

Imports no other room.
"""
